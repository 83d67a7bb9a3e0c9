/* Keeps the keyboard's focus: when the focused element disappears, the focus moves to what comes
 * NEXT, where there is such a thing on the page, else to NODE or into it, instead of to the top of the
 * page. NODE is focusable, by tabindex -1. */
export function hold(node: HTMLElement, next?: string) {
  let last: Element | null = null;
  const come = (event: Event) => (last = event.target as Element);
  const leave = ({ target }: Event) =>
    queueMicrotask(() => {
      if (last === target && last?.isConnected) last = null;
    });
  const watcher = new MutationObserver(() => {
    if (!last || last.isConnected) return;
    last = null;
    if (document.activeElement !== document.body) return;
    const to =
      (next && document.querySelector<HTMLElement>(next)) ||
      node.querySelector<HTMLElement>('[tabindex="0"]');
    (to ?? node).focus({ preventScroll: true });
  });
  node.addEventListener('focusin', come);
  node.addEventListener('focusout', leave);
  watcher.observe(node, { childList: true, subtree: true });
  return { destroy: () => watcher.disconnect() };
}

/* What scrolls is reached by keys, but only while there is something to scroll, or the keyboard is
 * there: it would be nowhere then. */
export function reachable(node: HTMLElement) {
  const look = () => {
    if (node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1)
      node.tabIndex = 0;
    else if (document.activeElement !== node) node.removeAttribute('tabindex');
  };
  const left = () => setTimeout(look);
  const size = new ResizeObserver(look);
  const content = new MutationObserver(look);
  node.addEventListener('blur', left);
  size.observe(node);
  content.observe(node, { childList: true, subtree: true, characterData: true });
  look();
  return {
    destroy() {
      node.removeEventListener('blur', left);
      size.disconnect();
      content.disconnect();
    },
  };
}
