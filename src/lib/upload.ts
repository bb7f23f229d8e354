import { sha256 } from './sha256.ts'

/**
 * Headers by which the server checks the files that arrive: length and SHA-256 of each (no hash on plain HTTP, where the page may not
 * compute one).
 */
export async function proofOf(files: readonly File[]): Promise<Record<string, string>> {
  const length = files.map(({ size }) => size).join()
  if (!globalThis.crypto?.subtle) return { 'x-content-length': length }
  const hashes = await Promise.all(files.map(async (file) => sha256(await file.arrayBuffer())))
  return { 'x-content-length': length, 'x-content-sha256': hashes.join() }
}

/** `fetch` for an upload, with progress: only XMLHttpRequest reports it. */
export function sendForm(url: string, init: RequestInit, onProgress: (done: number, total: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(init.method ?? 'POST', url)
    for (const [name, value] of Object.entries(init.headers as Record<string, string>)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded, total))
    request.addEventListener('error', () => reject(new TypeError('Failed to fetch')))
    request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    request.addEventListener('load', () => {
      const headers = request
        .getAllResponseHeaders()
        .trim()
        .split(/\r?\n/)
        .map((line) => line.split(/:\s*/, 2) as [string, string])
      resolve(new Response(request.responseText || null, { status: request.status, headers }))
    })
    init.signal?.addEventListener('abort', () => request.abort())
    request.send(init.body as FormData)
  })
}
