import { List } from '@mantine/core'
import { fieldWords } from '../../contract/kernel/error-words.ts'
import { placeIn, useKind } from '../../outbox/kind.ts'
import type { Listed } from '../../outbox/read.ts'
import { thingOf } from '../../outbox/rows.ts'
import { LinkAnchor } from '../../ui/links.tsx'

/** What the office found wrong, each sentence leading to the place it is about. */
export function Reasons({ item }: { item: Listed }) {
  const kind = useKind(item.lane)
  return (
    <List listStyleType="none" spacing="xs">
      {Object.entries(fieldWords(item.lastError?.body)).map(([field, words]) => (
        <List.Item key={field}>
          {kind ? (
            <LinkAnchor {...kind.repair(placeIn(thingOf(item)), field)} underline="always">
              {words}
            </LinkAnchor>
          ) : (
            words
          )}
        </List.Item>
      ))}
    </List>
  )
}
