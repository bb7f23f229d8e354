/** Types for the package that `web-push` encrypts with, which has none: the browser's half. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  const ece: { decrypt(body: Buffer, options: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string }): Buffer }
  export default ece
}
