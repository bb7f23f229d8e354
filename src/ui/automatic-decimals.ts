const figures = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '')

/**
 * Automatic decimal mode: the last `decimals` digits typed are the decimals and come in from the right (`1`, `17`, `178`, `1789` give
 * 0,001, 0,017, 0,178, 1,789). `before` and `text` are the box before and after a key. A typed decimal mark is respected, and so is pasted
 * text: `1,` and then `85` gives 1,85. A digit typed over a selection begins anew. Empty if no digit but 0 is left.
 */
export function shiftIn(before: string, text: string, decimals: number): string {
  const over = /^\d$/.test(text) && before.length > 1 && before.slice(0, -1) !== text
  if (over) return shiftIn('', text, decimals)
  const shifted = before === '' || before === '-' || new RegExp(`^-?[\\d.]*,\\d{${decimals}}$`).test(before)
  if (!decimals || !shifted || Math.abs(text.length - before.length) !== 1) return text
  const sign = text.includes('-') ? '-' : ''
  if (/[.,]$/.test(text) && text.startsWith(before)) return `${sign}${figures(before) || '0'},`
  const all = figures(text)
  if (!all) return sign
  const padded = all.padStart(decimals + 1, '0')
  return `${sign}${padded.slice(0, -decimals)},${padded.slice(-decimals)}`
}

/** Pasted text keeps the decimals it came with. A fuel price alone is never so high that four figures without a mark could be euro: `1779` is 1,779. */
export const pasted = (text: string, decimals: number): string => (decimals === 3 ? text.replace(/^\s*(\d)(\d{3})\s*$/, '$1,$2') : text)
export const isPaste = (event: Event) => 'inputType' in event && event.inputType === 'insertFromPaste'
