import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { cards } from '../../contract/cards/cards.ts'
import type { CardType } from '../../contract/cards/words.ts'
import { compact, isForeignPlate } from '../../contract/kernel/italian-codes.ts'
import { query } from '../../lib/query.ts'
import { isFinal, needsPlate } from '../../rules/cards/card-states.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { customerName } from './card.ts'

const DEBOUNCE_MS = 300
interface PlateTakenProps {
  plate: string | null
  type: CardType | null
  /** The card itself. */
  but?: number
}
/** Says which card in use has this plate already, with a link to it. */
export function PlateTaken({ plate, type, but }: PlateTakenProps) {
  const [typed] = useDebouncedValue(compact(plate ?? ''), DEBOUNCE_MS)
  const asked = !!type && needsPlate(type) && typed.length > 4 && isForeignPlate(typed)
  const { data } = useQuery({ ...query(cards.list, { plate: [typed], type: type ? [type] : [], per_page: 10 } as never), enabled: asked })
  const taken = asked && data?.data.find((card) => card.id !== but && !isFinal(card.status))
  if (!taken) return null
  return (
    <Text role="status" size="sm">
      Questa targa ha già la tessera{' '}
      <LinkAnchor to="/carte/{-$id}" params={{ id: taken.id }}>
        {taken.number}
      </LinkAnchor>{' '}
      {`di ${customerName(taken)}`.replace(/\.?$/, '.')}
    </Text>
  )
}
