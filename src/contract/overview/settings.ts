import * as v from 'valibot'
import { del, get, post, put, resource } from '../kernel/endpoint.ts'
import { flag, money, optional, optionalText, piva, revision, text, webAddress } from '../kernel/fields.ts'

/** The company that runs the network, as printed documents and mails show it. There is one, so it has no list and no id in its path. */
const fields = {
  name: text('Ragione sociale', { max: 160 }),
  address: optionalText('Sede legale'),
  piva: optional(piva('Partita IVA')),
  contacts: optionalText('Contatti'),
  privacy_url: optional(webAddress('Informativa privacy')),
  /** For super administrators and accounting; all others may choose it. */
  second_factor_required: v.optional(flag('Verifica in due passaggi obbligatoria')),
  /** Euro: an order of more than this waits for a super administrator; empty: none does. */
  order_approval_over: optional(money('Soglia di approvazione degli ordini (€)', { min: 0 })),
}
export const Settings = v.object({
  id: v.number(),
  rev: v.number(),
  ...fields,
  /** When the logo was loaded; null without one. */
  logo_at: v.nullable(v.string()),
  updated_at: v.nullable(v.string()),
})
export type Settings = v.InferOutput<typeof Settings>
const touches = ['settings'] as const

export const settings = resource('settings', {
  get: get('/settings', { output: Settings, policy: 'settings', steady: true }),
  update: put('/settings', {
    body: v.object({ ...fields, rev: revision }),
    output: Settings,
    ok: 'Impostazioni salvate',
    policy: 'settings.write',
  }),
  logo: get('/settings/logo', { envelope: 'blob', policy: 'settings' }),
  upload: post('/settings/logo', { files: true, output: Settings, ok: 'Logo caricato', policy: 'settings.write', touches }),
  removeLogo: del('/settings/logo', { ok: 'Logo eliminato', policy: 'settings.write', touches }),
  /** For the page on privacy, which also visitors read. */
  privacy: get('/settings/privacy', { output: v.object({ name: v.string(), privacy_url: v.nullable(v.string()) }), policy: 'guest' }),
})
