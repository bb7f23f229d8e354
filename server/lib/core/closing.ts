import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Watches the connections of a server. The function it gives ends idle connections at once, and the others as soon as their requests are answered. Without it
 * Node waits 72 seconds for idle ones, and browsers keep some open on which nothing was ever asked.
 */
export function watchConnections({ server }: FastifyInstance): () => void {
  const running = new Map<Socket, number>()
  let closing = false
  server.on('connection', (socket: Socket) => {
    running.set(socket, 0)
    socket.once('close', () => running.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    running.set(socket, (running.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = (running.get(socket) ?? 1) - 1
      running.set(socket, left)
      if (socket.destroyed) running.delete(socket)
      else if (closing && !left) socket.destroySoon()
    })
  })
  return () => {
    closing = true
    for (const [socket, requests] of running) if (!requests) socket.destroy()
  }
}
