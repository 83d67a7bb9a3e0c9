/* A clock for pages that nobody looks at, whose own clocks a browser slows down. */
const EVERY = 8000; /* milliseconds */

setInterval(() => postMessage(null), EVERY);
