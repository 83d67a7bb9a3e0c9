/* What this browser keeps of a person's settings. */
const NAME = 'alibi';

export function kept(): Record<string, unknown> {
  try {
    return { ...JSON.parse(localStorage.getItem(NAME) ?? '{}') };
  } catch {
    return {}; /* storage is off, or holds something else */
  }
}

export function keep(settings: object) {
  try {
    localStorage.setItem(NAME, JSON.stringify(settings));
  } catch {
    /* kept for this page only */
  }
}
