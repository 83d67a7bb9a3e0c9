/* Passkeys: what the server asks for and the browser answers, as texts (docs/api.md, section 11). */

interface Descriptor {
  type: 'public-key';
  id: string;
}

export interface CreateOptions {
  challenge: string;
  timeout: number;
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  pubKeyCredParams: PublicKeyCredentialParameters[];
  excludeCredentials: Descriptor[];
  authenticatorSelection: AuthenticatorSelectionCriteria;
  attestation: AttestationConveyancePreference;
}

export interface GetOptions {
  challenge: string;
  timeout: number;
  rpId: string;
  userVerification: UserVerificationRequirement;
  allowCredentials: Descriptor[];
}

/* Why there is no answer: nobody chose a passkey; the device has one already; it cannot be done. */
export class NoPasskey extends Error {
  constructor(readonly why: 'none' | 'known' | 'cannot') {
    super(why);
  }
}

/* Browsers have them at names with https, and on the machine itself. */
export const hasPasskeys =
  !!globalThis.PublicKeyCredential &&
  isSecureContext &&
  !/^[\d.]+$|^\[/.test(location.hostname);

/* This page at the name of the machine itself, where it was opened by a number; else nothing. */
export const named = /^127\.|^\[::1\]/.test(location.hostname)
  ? location.href.replace(location.hostname, 'localhost')
  : undefined;

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (c) => c.charCodeAt(0));
}

export function toText(bytes: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const described = (list: Descriptor[]) => list.map((d) => ({ ...d, id: toBytes(d.id) }));

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const found = await ask();
    if (found) return found as PublicKeyCredential;
  } catch (e) {
    const name = e instanceof DOMException ? e.name : '';
    if (name === 'InvalidStateError') throw new NoPasskey('known');
    if (name !== 'NotAllowedError' && name !== 'AbortError') throw new NoPasskey('cannot');
  }
  throw new NoPasskey('none');
}

export async function createPasskey(options: CreateOptions) {
  const found = await asked(() =>
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: toBytes(options.challenge),
        user: { ...options.user, id: toBytes(options.user.id) },
        excludeCredentials: described(options.excludeCredentials),
      },
    }),
  );
  const response = found.response as AuthenticatorAttestationResponse;
  return {
    challenge: options.challenge,
    client_data: toText(response.clientDataJSON),
    attestation: toText(response.attestationObject),
  };
}

export async function usePasskey(options: GetOptions) {
  const found = await asked(() =>
    navigator.credentials.get({
      publicKey: {
        ...options,
        challenge: toBytes(options.challenge),
        allowCredentials: described(options.allowCredentials),
      },
    }),
  );
  const response = found.response as AuthenticatorAssertionResponse;
  return {
    challenge: options.challenge,
    passkey: toText(found.rawId),
    client_data: toText(response.clientDataJSON),
    authenticator_data: toText(response.authenticatorData),
    signature: toText(response.signature),
    ...(response.userHandle?.byteLength && { user_handle: toText(response.userHandle) }),
  };
}

/* What this browser calls itself, for the lists of devices: "Firefox, Linux". */
export function deviceName(agent = navigator.userAgent): string {
  const browser = /(Firefox|Edg|OPR|Chrome|Safari)\//.exec(agent)?.[1] ?? '';
  const system = /Android|iPhone|iPad|Windows|Mac OS X|CrOS|Linux/.exec(agent)?.[0] ?? '';
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS X': 'macOS' };
  return [browser, system]
    .filter(Boolean)
    .map((word) => names[word] ?? word)
    .join(', ');
}
