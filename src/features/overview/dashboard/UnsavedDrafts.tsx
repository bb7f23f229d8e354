import { ActionIcon, Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useCallback, useEffect, useState } from 'react'
import { type Draft, formDraft, openDrafts } from '../../../crud/form/form-draft.ts'
import { sameValue } from '../../../crud/form/merge.ts'
import { dayTime } from '../../../lib/format.ts'
import { offlineKindOf, placeOfLane } from '../../../outbox/kind.ts'
import { outbox } from '../../../outbox/runtime.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { IconTrash } from '../../../ui/icons.tsx'

interface Begun {
  key: string
  href: string
  title: string
  words: string | undefined
  at: number
  drop: () => Promise<unknown>
}
/** The first words that were changed: they tell two drafts of one page apart. */
const wordsOf = ({ values, base }: Draft) =>
  Object.entries(values).find(([key, value]) => typeof value === 'string' && value.trim() && !sameValue(value, base[key]))?.[1] as
    | string
    | undefined

const ofForms = async (user: number) =>
  (await openDrafts(user)).map((draft): Begun => {
    const { key, at, href = '', title = '' } = draft
    return { key, at, href, title, words: wordsOf(draft), drop: () => formDraft(user, key).clear() }
  })
/** What was begun of the records that are written offline. */
const ofOutbox = async (toHref: (link: object) => string) =>
  (await outbox().listDrafts()).flatMap(({ key, data, savedAt, revision }): Begun[] => {
    const kind = offlineKindOf(key)
    const title = kind?.draftOf?.(kind.read(data))
    if (!kind || !title) return []
    const href = toHref(kind.repair(placeOfLane(key)))
    return [{ key, href, title, words: undefined, at: savedAt, drop: () => outbox().discardDraft(key, revision) }]
  })

/** Work begun on this device and neither saved nor given up, as after a closed window or an ended session. */
export function UnsavedDrafts({ user }: { user: number }) {
  const [drafts, setDrafts] = useState<readonly Begun[]>([])
  const confirm = useConfirm()
  const router = useRouter()
  const look = useCallback(async () => {
    const toHref = (link: object) => router.buildLocation(link as never).href
    // A device that keeps nothing has none.
    const all = await Promise.all([ofForms(user), ofOutbox(toHref)].map((reading) => reading.catch(() => [])))
    setDrafts(all.flat().sort((one, other) => other.at - one.at))
  }, [user, router])
  useEffect(() => void look(), [look])
  function follow(event: MouseEvent, { href }: Begun) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void router.navigate({ href })
  }
  async function discard({ drop }: Begun) {
    const message = 'Quello che avevi scritto e non salvato va perso.'
    if (!(await confirm({ title: 'Elimina la bozza', message, confirm: 'Elimina', danger: true }))) return
    await drop()
    await look()
  }
  if (!drafts.length) return null
  return (
    <section aria-labelledby="unsaved">
      <Title order={2} id="unsaved" mb="xs">
        Da riprendere
      </Title>
      <Stack gap={0} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {drafts.map((draft) => (
          <Group key={draft.key} component="li" wrap="nowrap" gap="xs">
            <Anchor href={draft.href} fw={500} onClick={(event) => follow(event, draft)}>
              {draft.title}
            </Anchor>
            <Text size="sm" truncate="end" flex={1}>
              {draft.words}
            </Text>
            <Text size="sm" c="dimmed">
              bozza del {dayTime(new Date(draft.at).toISOString())}
            </Text>
            <ActionIcon variant="subtle" color="gray" aria-label={`Elimina la bozza: ${draft.title}`} onClick={() => void discard(draft)}>
              <IconTrash />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
    </section>
  )
}
