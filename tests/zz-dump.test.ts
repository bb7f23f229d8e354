import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
test('dump', async () => {
  const { implementations } = await import('/work/wt/docs/server/resources/registry.ts')
  const out = implementations.flatMap(({ endpoints }: any) => Object.values(endpoints)).map((c: any) => ({ m: c.method, p: c.path, pol: c.policy, s: c.success, ok: c.ok ?? null, env: c.envelope, offline: c.offline ?? null, acts: c.acts ?? null, kept: c.kept ?? null, res: c.resource, name: c.name, files: !!c.files, q: Object.keys(c.query?.entries ?? {}), b: Object.keys(c.body?.entries ?? {}) }))
  writeFileSync('/tmp/contract.json', JSON.stringify(out))
})
