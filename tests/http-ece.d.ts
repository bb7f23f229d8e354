/** What `web-push` encrypts with has no types of its own: the half that a browser does. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  const ece: { decrypt(body: Buffer, options: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string }): Buffer }
  export default ece
}
