/**
 * Format of "Esporta": the unsent data of a device as one ZIP that the office can import. Entries: `invii.json` first, then `SHA256SUMS` of
 * all others in the format of `sha256sum`, then `photos/<sha256>.<extension>`, unchanged.
 */
export const RESCUE = {
  format: 'piazzale-invii',
  version: 1,
  json: 'invii.json',
  sums: 'SHA256SUMS',
  photo: /^photos\/([0-9a-f]{64})\.([a-z0-9]{1,5})$/,
  /** Limit of the ZIP, and of its unpacked entries: more than a device can store. */
  maxBytes: 2 * 1024 * 1024 * 1024,
  maxEntries: 20_000,
  maxJsonBytes: 64 * 1024 * 1024,
} as const
