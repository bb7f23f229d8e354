import type { ReactNode } from 'react'

/** The lines of a card on a phone, without labels: what they are is seen. Empty ones have no line. */
export const CardLines = ({ lines }: { lines: readonly ReactNode[] }) =>
  lines
    .filter((line) => line !== null && line !== undefined && line !== '' && line !== false)
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a card never move
    .map((line, at) => <div key={at}>{line}</div>)
