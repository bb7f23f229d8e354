import net from 'node:net'
import { COMMAND_MS } from './process-group.ts'

type Message = [kind: 0 | 1, number: number, error: { error: string; message: string } | null, result: any]

/**
 * Firefox's own way to take the commands of the WebDriver protocol: on a socket, each message as `length:json`; `[0, number, name, parameters]` goes and
 * `[1, number, error, result]` comes. Gives what sends one and resolves with its result.
 */
export function connectMarionette(port: number) {
  const socket = net.connect(port, '127.0.0.1')
  const waiting = new Map<number, { resolve: (result: any) => void; reject: (why: Error) => void }>()
  const fail = (why: string) => {
    for (const { reject } of waiting.values()) reject(new Error(why))
  }
  let held = Buffer.alloc(0)
  let last = 0
  socket.on('error', ({ message }) => fail(message))
  socket.on('close', () => fail('Firefox has ended'))
  socket.on('data', (piece) => {
    held = Buffer.concat([held, piece])
    for (let at = held.indexOf(':'); at > 0; at = held.indexOf(':')) {
      const end = at + 1 + Number(held.subarray(0, at))
      if (held.length < end) return
      take(JSON.parse(held.toString('utf8', at + 1, end)))
      held = held.subarray(end)
    }
  })
  function take(message: Message | object) {
    // The first says only who is there.
    if (!Array.isArray(message)) return
    const [, number, error, result] = message as Message
    if (error) waiting.get(number)?.reject(new Error(`${error.error}: ${error.message}`))
    else waiting.get(number)?.resolve(result)
  }
  return (name: string, parameters: object) =>
    new Promise<any>((resolve, reject) => {
      const number = ++last
      const late = setTimeout(() => reject(new Error(`${name}: no answer within ${COMMAND_MS} ms`)), COMMAND_MS)
      const once = (act: (value: any) => void) => (value: any) => {
        clearTimeout(late)
        waiting.delete(number)
        act(value)
      }
      waiting.set(number, { resolve: once(resolve), reject: once(reject) })
      const text = JSON.stringify([0, number, name, parameters])
      socket.write(`${Buffer.byteLength(text)}:${text}`)
    })
}
