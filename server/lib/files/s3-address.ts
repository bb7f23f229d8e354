/** Where a bucket is and who asks for it, read from `FILES_URL`. */
export interface S3Address {
  /** Address of the server, without bucket. */
  endpoint: string
  bucket: string
  /** Empty, or a path that ends with a slash. */
  prefix: string
  region: string
  key: string
  secret: string
}
export const S3_FORM =
  "FILES_URL non è l'indirizzo di un archivio S3: serve s3://CHIAVE:SEGRETO@host:porta/contenitore?region=regione, con i caratteri speciali del segreto scritti in forma codificata (%2F per /) e &tls=0 per un archivio senza https."

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const FOLDER = /^[\w-][\w.-]*$/
/** Reads `s3://KEY:SECRET@host[:port]/bucket[/folder…][?region=…][&tls=0]`; undefined if it is none. */
export function readS3Address(text: string): S3Address | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, host, hostname, username, password, pathname, searchParams, hash } = new URL(text)
  const [bucket = '', ...folders] = pathname.slice(1).replace(/\/$/, '').split('/')
  const { region = 'us-east-1', tls = '1', ...others } = Object.fromEntries(searchParams)
  const known = Object.keys(others).length === 0 && /^[a-z0-9-]+$/i.test(region) && ['0', '1'].includes(tls) && !hash
  if (protocol !== 's3:' || !hostname || !known || !BUCKET.test(bucket) || !folders.every((one) => FOLDER.test(one))) return undefined
  const [key, secret] = [decoded(username), decoded(password)]
  if (!key || !secret) return undefined
  const prefix = folders.map((one) => `${one}/`).join('')
  return { endpoint: `${tls === '0' ? 'http' : 'https'}://${host}`, bucket, prefix, region, key, secret }
}
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
