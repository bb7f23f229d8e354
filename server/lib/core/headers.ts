import type { FastifyReply, FastifyRequest } from 'fastify'
import { API_BASE } from '../../../src/contract/kernel/constants.ts'

/** Sets the headers of every response, errors and files included (docs/spec/security.md#headers). Answers of the API must never be stored or shared. */
export function setHeaders(request: FastifyRequest, reply: FastifyReply) {
  reply.headers({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // The microphone is for dictating a note.
    'permissions-policy': 'camera=(self), geolocation=(self), microphone=(self), payment=(), usb=()',
    'x-request-id': request.id,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
  if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
  if (request.url.startsWith(API_BASE))
    reply.headers({
      'cache-control': 'no-store',
      vary: 'Authorization',
    })
}
