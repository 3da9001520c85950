/** What a TLS handshake has shown. */
export type CertificateSeen =
  /** Somebody is there. `validUntilMs` is null where no certificate came. */
  | { readonly kind: 'answered'; readonly isValid: boolean; readonly validUntilMs: number | null }
  /** Nobody is there, or nobody to whom we may connect. */
  | { readonly kind: 'silent' };

/**
 * Begins a handshake for that name at the first of these addresses where somebody is, and reads the
 * certificate as a browser would. Connects to exactly these addresses, to none that is not public or
 * allowed by the configuration, and sends nothing after the handshake. Never throws; `cut` ends it
 * early, as silent.
 */
export type LookAtCertificate = (
  name: string,
  addresses: readonly string[],
  cut?: AbortSignal,
) => Promise<CertificateSeen>;
