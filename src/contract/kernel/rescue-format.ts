/**
 * "Esporta": what a device holds unsent, as one ZIP that the office can import (outbox.md R6). Entries: `invii.json` first, then `SHA256SUMS` over all
 * the others as `sha256sum` writes it, then `photos/<sha256>.<extension>`, each as it is.
 */
export const RESCUE = {
  format: 'piazzale-invii',
  version: 1,
  json: 'invii.json',
  sums: 'SHA256SUMS',
  photo: /^photos\/([0-9a-f]{64})\.([a-z0-9]{1,5})$/,
  /** Of the ZIP, and of all its entries unpacked: more than a device can hold. */
  maxBytes: 2 * 1024 * 1024 * 1024,
  maxEntries: 20_000,
  maxJsonBytes: 64 * 1024 * 1024,
} as const
