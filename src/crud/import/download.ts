import type { Endpoint, Input, Named } from '../../contract/kernel/endpoint.ts'
import { type CallOptions, call } from '../../lib/api.ts'
import { notify } from '../../lib/notify.ts'
import { reportError } from '../../lib/report-error.ts'

export type FileEndpoint = Endpoint & Named & { envelope: 'blob' }
/** Long enough for the slowest browser to have read the bytes, and within a minute. */
const REVOKE_MS = 40_000

/** Hands bytes to the browser as a file, under the name the server gave them or `name`. */
export function saveFile(file: Blob, name = '') {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = (file as File).name || name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_MS)
}

/**
 * Fetches a file, within 60 seconds. A failure is also reported to the office.
 * @throws ApiError
 */
export async function fetchFile<E extends FileEndpoint>(endpoint: E, input: Input<E>, options?: CallOptions): Promise<File> {
  try {
    return (await call(endpoint, input, options)) as File
  } catch (error) {
    reportError('download', error, endpoint.name)
    throw error
  }
}

/**
 * Downloads a file. `onProgress`: bytes so far and in all, 0 when not known.
 * @throws ApiError
 */
export async function download<E extends FileEndpoint>(
  endpoint: E,
  input: Input<E>,
  onProgress: (done: number, total: number) => void = () => undefined,
) {
  saveFile(await fetchFile(endpoint, input, { onProgress }))
  notify.success(endpoint.ok ?? 'Download effettuato.')
}
