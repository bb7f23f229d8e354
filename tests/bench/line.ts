import net from 'node:net'

/** As "Slow 4G": 1.6 Mbit/s down, and 150 ms there and back. */
const BYTES_PER_MS = (1.6 * 1024 * 1024) / 8 / 1000
const WAY_MS = 75
const TICK_MS = 4
/** Bytes; what connections take turns with. */
const PACKET = 1_400

export interface Line {
  origin: string
  /** From now on as slow as that, or as fast as this machine. */
  slow(yes: boolean): void
  close(): Promise<void>
}
/**
 * A slow line to a server, for whatever in a browser asks: the browser's own throttling leaves out service workers, and so whatever they answer.
 * Connections share what comes down by turns.
 */
export async function slowLine(target: string): Promise<Line> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<net.Socket>()
  const waiting = new Map<net.Socket, { at: number; bytes: Buffer }[]>()
  let slow = true
  let budget = 0
  let last = performance.now()
  const ticking = setInterval(() => {
    const now = performance.now()
    budget = slow ? Math.min(budget + (now - last) * BYTES_PER_MS, 20 * BYTES_PER_MS) : Number.POSITIVE_INFINITY
    last = now
    // A connection that had its turn goes to the end of the line.
    for (const [socket, queue] of waiting) {
      const [first] = queue
      if (!first || (slow && first.at > now)) continue
      if (budget <= 0) break
      socket.write(first.bytes)
      budget -= first.bytes.length
      queue.shift()
      waiting.delete(socket)
      waiting.set(socket, queue)
    }
    if (!slow) budget = 0
  }, TICK_MS)
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(port), hostname)
    const queue: { at: number; bytes: Buffer }[] = []
    waiting.set(client, queue)
    for (const socket of [client, upstream]) {
      sockets.add(socket.setNoDelay(true))
      socket
        .on('error', () => undefined)
        .on('close', () => {
          sockets.delete(socket)
          waiting.delete(client)
          client.destroy()
          upstream.destroy()
        })
    }
    client.on('data', (bytes) => (slow ? setTimeout(() => upstream.write(bytes), WAY_MS) : upstream.write(bytes)))
    upstream.on('data', (bytes) => {
      const at = performance.now() + WAY_MS
      for (let from = 0; from < bytes.length; from += PACKET) queue.push({ at, bytes: bytes.subarray(from, from + PACKET) })
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    origin: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    slow(yes) {
      slow = yes
    },
    async close() {
      clearInterval(ticking)
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
