import type { auth } from '../contract/kernel/auth.ts'
import { API_BASE } from '../contract/kernel/constants.ts'
import type { Input, Output } from '../contract/kernel/endpoint.ts'

type Auth = Pick<typeof auth, 'me' | 'refresh' | 'logout'>
type Name = keyof Auth
/** What sign-in and renewal answer alike. */
export type Token = Output<Auth['refresh']>
/**
 * What a sign-in answers. The key may be missing: while an update goes from process to process, or after one was taken back, a server may answer that is older
 * than it.
 */
export type SignedIn = Token & Partial<Pick<Output<(typeof auth)['login']>, 'device_key'>>

/** `json()` gives the contract's type for a success. */
interface Answered<T> extends Response {
  json(): Promise<{ data: T }>
}
/** The compiler holds it to the contract. Importing the contract's values would load the validators before the first page. */
const calls: { readonly [K in Name]: Pick<Auth[K], 'method' | 'path'> } = {
  me: { method: 'GET', path: '/auth/me' },
  refresh: { method: 'POST', path: '/auth/refresh' },
  logout: { method: 'POST', path: '/auth/logout' },
}
/**
 * Sends one of the calls the session consists of. `call()` cannot: it asks the session for its token, and ends the session on a 401.
 * @param init `keepalive` for a call that must outlive the page
 * @throws TypeError without a network
 */
export const send = <K extends Name>(
  name: K,
  input: Input<Auth[K]>,
  token?: string,
  init?: Pick<RequestInit, 'keepalive'>,
): Promise<Answered<Output<Auth[K]>>> =>
  fetch(API_BASE + calls[name].path, {
    method: calls[name].method,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(name === 'refresh' && { 'content-type': 'application/json' }) },
    ...(name === 'refresh' && { body: JSON.stringify(input) }),
    ...init,
  })
