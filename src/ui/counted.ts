const whole = new Intl.NumberFormat('it-IT', { useGrouping: 'always' })

/**
 * What to say under a text that has a limit: "1.950 di 2.000 caratteri" from nine tenths of it on, and past it what to do. Nothing is cut: a text that was
 * pasted stays whole, and the person shortens it.
 */
export function counted(text: string, max: number): { description?: string; error?: string } {
  const count = `${whole.format(text.length)} di ${whole.format(max)} caratteri`
  if (text.length > max) return { error: `${count}: il testo resta qui, ma va accorciato di ${whole.format(text.length - max)}.` }
  return text.length > max * 0.9 ? { description: count } : {}
}
