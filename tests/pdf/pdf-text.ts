import { execFileSync, spawnSync } from 'node:child_process'

/** Whether the machine has poppler's pdftotext; without it the checks of the words are skipped, and say so. */
export const hasPdfToText = spawnSync('pdftotext', ['-v']).status === 0
/** The text of a PDF in reading order, white space collapsed. */
export const pdfText = (pdf: Buffer) =>
  execFileSync('pdftotext', ['-', '-'], { input: pdf, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] })
/** Line by line as it stands on the page, runs of spaces collapsed: for tables. */
export const lines = (pdf: Buffer) =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] }).replace(/ +/g, ' ')
/** The texts of a page row by row as they stand on it, those of a row apart. */
export const rowsOf = (pdf: Buffer) =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] })
    .replaceAll('\u00a0', ' ')
    .split('\n')
    .map((line) => line.trim().split(/\s{2,}/))
    .filter(([first]) => first)
export const words = (pdf: Buffer) => pdfText(pdf).replace(/\s+/g, ' ')
/** Without any white space: for texts that are broken over lines. */
export const letters = (pdf: Buffer) => pdfText(pdf).replace(/\s+/g, '')
