import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import S3rver from 's3rver'

/** What happens to a request: it reaches the server, is never answered, is answered by half of its body, or with that status and code of S3. */
type Weather = 'fair' | 'silent' | 'half' | { status: number; code: string }

/** A real S3 server in this process with one bucket, and a line to it on which the weather can be changed. */
export async function startS3() {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-s3-'))
  const server = new S3rver({ directory, port: 0, address: '127.0.0.1', silent: true, configureBuckets: [{ name: 'rete', configs: [] }] })
  const behind = (await server.run()) as unknown as AddressInfo
  const line: { weather: Weather; url(bucket?: string): string; stop(): Promise<void> } = {
    weather: 'fair',
    url: (bucket = 'rete') => `s3://S3RVER:S3RVER@127.0.0.1:${(front.address() as AddressInfo).port}/${bucket}?tls=0`,
    async stop() {
      front.closeAllConnections()
      front.close()
      await server.close()
      fs.rmSync(directory, { recursive: true, force: true })
    },
  }
  const front = http.createServer((request, response) => {
    const { weather } = line
    if (weather === 'silent') return
    if (typeof weather === 'object') {
      response.writeHead(weather.status, { 'content-type': 'application/xml' })
      return response.end(`<?xml version="1.0"?><Error><Code>${weather.code}</Code><Message>no</Message></Error>`)
    }
    const { method, url, headers } = request
    const passed = http.request({ host: '127.0.0.1', port: behind.port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      if (weather === 'fair') return answer.pipe(response)
      return answer.once('data', (part: Buffer) => response.write(part.subarray(0, part.length / 2)))
    })
    passed.on('error', () => response.destroy())
    return request.pipe(passed)
  })
  await new Promise<void>((done) => front.listen(0, '127.0.0.1', done))
  return line
}
