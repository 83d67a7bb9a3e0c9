/* What the list of suspects and the board share: whom somebody points at, and whether Jack's card is
 * being held up (where two people share a screen it lies face down). */
export const pointed: { code: string | undefined; held: boolean } = $state({
  code: undefined,
  held: false,
});
