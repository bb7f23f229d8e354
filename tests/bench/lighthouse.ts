import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromiumArgs, chromium as ofMachine } from '../e2e/support/machine.ts'
import { type Row, row } from './table.ts'

/** The last line of Lighthouse that runs on Node 20. Fetched when it is first wanted: it weighs more than all else the project is built with. */
const LIGHTHOUSE = 'lighthouse@12.8.2'
interface Report {
  categories: Record<string, { score: number }>
  audits: Record<string, { numericValue?: number }>
}

/** The sign-in page as Lighthouse sees it from a slow phone, with nothing of the app on it yet. */
export async function lighthouseRows(base: string): Promise<Row[]> {
  const args = [
    ...['--yes', LIGHTHOUSE, `${base}/login`, '--quiet', '--output=json', '--only-categories=performance,accessibility,best-practices'],
    `--chrome-flags=--headless ${chromiumArgs.join(' ')}`,
  ]
  const { stdout } = await promisify(execFile)('npx', args, {
    env: { ...process.env, CHROME_PATH: ofMachine },
    maxBuffer: 50 * 1024 * 1024,
  })
  const { categories, audits } = JSON.parse(stdout) as Report
  const score = (name: string) => Math.round((categories[name]?.score ?? Number.NaN) * 100)
  return [
    row('Lighthouse, mobile, sign-in page: performance', score('performance'), '', 96, '≥'),
    row('Lighthouse, mobile, sign-in page: accessibility', score('accessibility'), '', 100, '≥'),
    row('Lighthouse, mobile, sign-in page: best practices', score('best-practices'), '', 100, '≥'),
    row('Lighthouse, mobile, sign-in page: layout shift', audits['cumulative-layout-shift']?.numericValue ?? Number.NaN, '', 0.02, '≤'),
  ]
}
