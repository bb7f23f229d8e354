import { createRequire } from 'node:module'
import { expect, test } from '../support/test.ts'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Every screen with somebody who may see it; an empty name is a guest. */
const screens: [path: string, who: string][] = [
  ['/login', ''],
  ['/paghe-login', ''],
  ['/auth/forgot-password', ''],
  ['/auth/reset-password', ''],
  ['/auth/register', ''],
  ['/privacy', ''],
  ['/dashboard', 'admin'],
  ['/verifiche', 'admin'],
  ['/verifiche?nuova=pianifica', 'admin'],
  ['/verifiche/2026-36', 'admin'],
  ['/verifiche/modello', 'admin'],
  ['/verifiche/modello?id=1', 'admin'],
  ['/stazioni/banche', 'admin'],
  ['/stazioni/banche/1', 'admin'],
  ['/invii', 'admin'],
  ['/dispositivi', 'admin'],
  ['/utenti/profilo', 'admin'],
]
interface Axe {
  run(context: Document, options: unknown): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [360, 1280])
    test(`no screen breaks a rule of accessibility: ${colorScheme}, ${width} px`, async ({ page, signIn }) => {
      test.setTimeout(240_000)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 800 })
      let signedIn = false
      const found: string[] = []
      for (const [path, who] of screens) {
        if (who && !signedIn) await signIn(who)
        signedIn ||= who !== ''
        await page.goto(path)
        await page.waitForLoadState('networkidle')
        // Evaluated through the debugger: the content policy admits no script of ours in the page.
        await page.evaluate(await axeSource())
        const violations = await page.evaluate(
          async (only) =>
            (await (globalThis as unknown as { axe: Axe }).axe.run(document, { runOnly: { type: 'tag', values: only } })).violations,
          tags,
        )
        for (const { id, nodes } of violations) found.push(`${path}: ${id}: ${nodes[0]?.html.slice(0, 160)}`)
      }
      expect(found).toEqual([])
    })

const axeSource = async () => (await import('node:fs')).readFileSync(axe, 'utf8')
