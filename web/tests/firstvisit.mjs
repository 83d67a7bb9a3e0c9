/* The first visit of somebody with a middling telephone: how much is sent and how long it takes
 * until the front page can be used, and from there until a game can. `npm run firstvisit` prints
 * the times, which depend on the machine; a test looks at the bytes, which do not. */
import { pathToFileURL } from 'node:url';
import { launch, serve } from './helpers.mjs';

/* As Lighthouse: slow 4G, and a processor four times slower. */
const LINE = { latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };

export async function firstVisit(browser, address, slowly = false) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  if (slowly) {
    await session.send('Network.emulateNetworkConditions', { offline: false, ...LINE });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  }
  let sent = 0;
  let packed = false;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (sent += encodedDataLength));
  session.on('Network.responseReceived', ({ response }) => {
    const coding = Object.entries(response.headers).find(
      ([name]) => name.toLowerCase() === 'content-encoding',
    );
    if (/\.js$/.test(response.url) && coding) packed = true;
  });
  const from = Date.now();
  await page.goto(address);
  await page.locator('.games button').first().waitFor();
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => setTimeout(done))),
  );
  const ms = Date.now() - from;
  await page.waitForLoadState('networkidle');
  const bytes = sent;
  const begun = Date.now();
  await page.locator('.games button').first().click();
  await page.locator('.spot').first().waitFor();
  const toGame = Date.now() - begun;
  await page.waitForTimeout(300);
  const game = sent - bytes;
  await context.close();
  return { bytes, ms, game, toGame, packed };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const server = await serve();
  const browser = await launch();
  for (const slowly of [false, true]) {
    const { bytes, ms, game, toGame } = await firstVisit(browser, server.address, slowly);
    console.log(`${slowly ? 'slow 4G, 4x slower' : 'as it is'}: front page after ${ms} ms,`);
    console.log(`  ${bytes} bytes; a game after ${toGame} ms more, ${game} bytes`);
  }
  await browser.close();
  await server.stop();
}
