import { Alert, Button, Card, Group, List, Stack, Text, TextInput, Title, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { COVER_PHOTO, TEXT_LIMITS } from '../../contract/inspections/answers.ts'
import { OUTCOMES, SEVERITIES } from '../../contract/inspections/labels.ts'
import { day } from '../../lib/format.ts'
import { session } from '../../lib/session.ts'
import { closingSignatures } from '../../rules/inspections/missing.ts'
import { contextAge } from '../../rules/inspections/station-context.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { counted } from '../../ui/counted.ts'
import { LongText } from '../../ui/LongText.tsx'
import { ScoreRing } from '../../ui/ScoreRing.tsx'
import classes from './Compile.module.css'
import { currentPosition } from './current-position.ts'
import { useEditor } from './editor.ts'
import { unlinkedFiles } from './edits.ts'
import { useInspectionEditor } from './inputs/editor-context.ts'
import { Photos } from './inputs/Photos.tsx'
import { Signer } from './inputs/Signer.tsx'
import { OldContext, UncheckedCard } from './lazy-unknown-context.tsx'
import { ManagerSignature } from './ManagerSignature.tsx'
import { NcWords } from './NcWords.tsx'
import { UNLINKED_FILES, UnlinkedFiles } from './UnlinkedFiles.tsx'
import { outcomeTone } from './words.ts'

const TODO = 'todo'

/** The closing page: what is missing with a jump to it, non-conformities, live score, signatures, completion. */
export function Summary({ onJump }: { onJump: (key: string) => void }) {
  const editor = useInspectionEditor()
  const local = useEditor(editor, (state) => state.local)
  const evaluation = useEditor(editor, (state) => state.evaluation)
  const loose = unlinkedFiles(local).length + Object.keys(local.drawings ?? {}).length
  const [busy, setBusy] = useState(false)
  const [asked, setAsked] = useState(false)
  const [problem, setProblem] = useState<string>()
  const confirm = useConfirm()
  const { score, outcome, nonConformities } = evaluation
  const signing = closingSignatures(local.definition)
  const inForm = evaluation.missing.filter((item) => item.section !== null || item.kind === 'previous')
  const atClosing = evaluation.missing.filter((item) => !inForm.includes(item))
  /** The first part of this page with something still to do. */
  const open = inForm.length > 0 ? TODO : loose > 0 ? UNLINKED_FILES : atClosing[0]?.key
  async function complete() {
    setAsked(true)
    if (open) return document.getElementById(open)?.focus()
    if (
      !(await confirm({
        title: 'Completare la verifica?',
        message: 'Dopo il completamento le risposte non si possono più modificare.',
        confirm: 'Completa',
      }))
    )
      return
    // What comes next is not another page: the verifica says itself when the server has it.
    await end(async () => editor.complete(local.definition.require.gps ? await currentPosition().catch(() => null) : null))
  }
  async function end(how: () => Promise<void>) {
    setBusy(true)
    setProblem(undefined)
    try {
      await how()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Errore')
      setBusy(false)
    }
  }
  return (
    <Stack gap="md">
      <Title order={2} id="page-title" tabIndex={-1}>
        Riepilogo
      </Title>
      <Group>
        <ScoreRing
          score={score}
          outcome={
            evaluation.answered === 0
              ? { tone: 'neutral', label: 'Da compilare' }
              : { tone: outcomeTone[outcome], label: OUTCOMES[outcome] }
          }
        />
        <Text flex="1 1 8rem">
          {evaluation.answered} di {evaluation.total} risposte
          <br />
          {nonConformities.length} non conformità
          {inForm.length > 0 && ' · esito provvisorio'}
        </Text>
      </Group>
      {contextAge(local.context, local.started_at) !== null && <OldContext />}
      {evaluation.unchecked.length > 0 && <UncheckedCard />}
      {inForm.length > 0 && (
        <Card withBorder component="section" id={TODO} tabIndex={-1}>
          <Title order={3}>Da completare ({inForm.length})</Title>
          <List listStyleType="none" spacing="xs" mt="xs">
            {inForm.map((item) => (
              <List.Item key={`${item.key}-${item.kind}`}>
                <UnstyledButton className={classes.jump} onClick={() => onJump(item.key)}>
                  <Text size="sm" td="underline">
                    {item.kind === 'answer' ? item.label : `${item.label}: ${item.message}`}
                  </Text>
                </UnstyledButton>
              </List.Item>
            ))}
          </List>
        </Card>
      )}
      {nonConformities.length > 0 && (
        <Card withBorder component="section">
          <Title order={3}>Non conformità</Title>
          <List listStyleType="none" spacing="xs" mt="xs">
            {nonConformities.map((nc) => (
              <List.Item key={nc.key}>
                <UnstyledButton className={classes.jump} onClick={() => onJump(nc.key)}>
                  <NcWords nc={nc} />
                  <Text size="sm" c="dimmed">
                    {SEVERITIES[nc.severity]} · entro il {day(nc.deadline)}
                  </Text>
                </UnstyledButton>
              </List.Item>
            ))}
          </List>
        </Card>
      )}
      {local.definition.require.cover_photo && (
        <Card withBorder component="section" id={COVER_PHOTO} tabIndex={-1}>
          <Title order={3}>Foto di copertina</Title>
          <Photos name={COVER_PHOTO} label="Copertina" max={1} />
        </Card>
      )}
      <Card withBorder component="section" id="gps" tabIndex={-1}>
        <Title order={3}>Chiusura</Title>
        <Stack gap="sm" mt="xs">
          <TextInput
            label="Presente per il punto vendita"
            {...counted(local.present ?? '', TEXT_LIMITS.present)}
            value={local.present ?? ''}
            onChange={(event) => editor.setHead({ present: event.currentTarget.value || null })}
          />
          <LongText
            label="Note"
            max={TEXT_LIMITS.notes}
            value={local.notes ?? ''}
            onChange={(change) => editor.setHead({ notes: change(editor.state.get().local.notes ?? '') || null })}
          />
          {local.definition.require.gps && !local.gps_start && (
            <Button
              variant="default"
              onClick={() => void currentPosition().then(editor.setPosition, (error: Error) => setProblem(error.message))}
            >
              Rileva posizione
            </Button>
          )}
        </Stack>
      </Card>
      {signing.includes('inspector') && (
        <Card withBorder component="section" id="signatures.inspector" tabIndex={-1}>
          <Title order={3}>Firma dell’ispettore</Title>
          <Signer
            label="Firma dell’ispettore"
            name="signatures.inspector"
            signer={session.get().user?.name ?? ''}
            value={local.signatures.inspector}
          />
        </Card>
      )}
      {signing.includes('manager') && <ManagerSignature />}
      {(problem || (asked && open)) && (
        <Alert color="red" role="alert">
          {problem ?? 'La verifica non è ancora completa.'}
        </Alert>
      )}
      {atClosing.length > 0 && inForm.length === 0 && (
        <Text c="dimmed">Manca: {atClosing.map((item) => item.label.toLowerCase()).join(', ')}.</Text>
      )}
      <UnlinkedFiles />
      <Button loading={busy} onClick={() => void complete()}>
        Completa
      </Button>
    </Stack>
  )
}
