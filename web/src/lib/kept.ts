/* What this browser keeps: a person's settings, and under other names what else it remembers. */
const SETTINGS = 'alibi';

export function kept(name = SETTINGS): Record<string, unknown> {
  try {
    return { ...JSON.parse(localStorage.getItem(name) ?? '{}') };
  } catch {
    return {}; /* storage is off, or holds something else */
  }
}

export function keep(what: object, name = SETTINGS) {
  try {
    localStorage.setItem(name, JSON.stringify(what));
  } catch {
    /* kept for this page only */
  }
}
