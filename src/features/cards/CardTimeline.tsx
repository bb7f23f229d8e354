import { Text, Timeline } from '@mantine/core'
import type { Card } from '../../contract/cards/cards.ts'
import { blockReasons, cardStatuses } from '../../contract/cards/words.ts'
import { dayTime } from '../../lib/format.ts'

interface Moment {
  at: string
  title: string
  reason: string | null
  user: string | null
}
const inWords = (reason: string | null) =>
  reason && Object.hasOwn(blockReasons, reason) ? blockReasons[reason as keyof typeof blockReasons] : reason
/** What has happened to a card, newest first, back to its creation. */
const momentsOf = ({ states, plates, created_at }: Card): Moment[] =>
  [
    ...states.map(({ from, to, reason, user, at }) => ({
      ...{ at, user: user ?? 'Sistema', reason: inWords(reason) },
      title: `Da «${cardStatuses[from]}» a «${cardStatuses[to]}»`,
    })),
    ...plates.map(({ old, new: made, reason, user, at }) => ({
      at,
      user: user ?? 'Sistema',
      reason,
      title: `Targa ${old ?? 'assente'} → ${made ?? 'assente'}`,
    })),
    { at: created_at, title: 'Creazione', reason: null, user: null },
  ].toSorted((a, b) => b.at.localeCompare(a.at))

/** The states and plates of a card as a line of time. */
export const CardTimeline = ({ card }: { card: Card }) => (
  <Timeline bulletSize={14} lineWidth={2} active={Number.MAX_SAFE_INTEGER}>
    {momentsOf(card).map(({ at, title, reason, user }) => (
      <Timeline.Item key={`${at} ${title}`} title={title}>
        {reason && <Text size="sm">{reason}</Text>}
        <Text size="sm" c="dimmed">
          {[dayTime(at), user].filter(Boolean).join(' · ')}
        </Text>
      </Timeline.Item>
    ))}
  </Timeline>
)
