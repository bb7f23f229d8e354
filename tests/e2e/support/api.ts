import { DEMO_PASSWORD } from '../../../server/db/seed/people/accounts.ts'

/** The API as a person of the demo uses it; every answer that is not a success throws with its text. */
export async function apiAs(origin: string, name: string) {
  const base = `${origin}/api/v1`
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(base + path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const data = async (response: Response) => ((await response.json()) as { data: any }).data
  const login = await send('POST', '/auth/login', { email: `${name}@demo.example.it`, password: DEMO_PASSWORD })
  const { token } = await data(login)
  const headers = { authorization: `Bearer ${token}` }
  return {
    token: token as string,
    headers,
    get: async (path: string) => data(await send('GET', path, undefined, headers)),
    post: async (path: string, body: unknown) => data(await send('POST', path, body, headers)),
    put: async (path: string, body: unknown) => data(await send('PUT', path, body, headers)),
    bytes: async (path: string) => Buffer.from(await (await send('GET', path, undefined, headers)).arrayBuffer()),
  }
}
export type Api = Awaited<ReturnType<typeof apiAs>>
