import { List } from '@mantine/core'
import { fieldWords } from '../../contract/error-words.ts'
import { placeIn, useKind } from '../../outbox/kind.ts'
import type { Listed } from '../../outbox/read.ts'
import { LinkAnchor } from '../../ui/links.tsx'

/** What the office found wrong, each sentence leading to the place it is about. */
export function Reasons({ item: { lane, lastError } }: { item: Listed }) {
  const kind = useKind(lane)
  return (
    <List listStyleType="none" spacing="xs">
      {Object.entries(fieldWords(lastError?.body)).map(([field, words]) => (
        <List.Item key={field}>
          {kind ? (
            <LinkAnchor {...kind.repair(placeIn(lane), field)} underline="always">
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
