import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { day, time } from '../../lib/format.ts'
import { presses } from '../list/shortcuts.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { FormErrors } from './FormErrors.tsx'
import type { FormHandle } from './form-handle.ts'
import classes from './RecordForm.module.css'

interface RecordFormProps {
  form: FormHandle
  onCancel: () => void
  children: ReactNode
  /** Verb on the submit button. */
  submit?: string
  /** Buttons before that button: a second way to save, or the next step. */
  other?: ReactNode
  /** Whether one of those is what is to be pressed next. */
  quiet?: boolean
  /** A form of one field, which says itself what is wrong with it. */
  brief?: boolean
}

/** A record's form with uncontrolled inputs: they remount when values are set from outside. */
export const RecordForm = ({ form, children, ...frame }: RecordFormProps) => (
  <FormFrame form={form} {...frame}>
    <Stack key={form.version} gap="md">
      {children}
    </Stack>
  </FormFrame>
)

/**
 * Frame of a record's form: draft banner, error summary, fields, and a bar of buttons, fixed at the bottom of a phone. Ctrl+S and
 * Ctrl+Enter save. Unlike RecordForm it does not remount the fields: for controlled inputs that keep their focus over a save.
 */
export function FormFrame({ form, onCancel, children, submit = 'Salva', other, quiet = false, brief = false }: RecordFormProps) {
  const element = useRef<HTMLFormElement>(null)
  const save = useRef(form.submit)
  const at = useRef('')
  useEffect(() => {
    save.current = form.submit
  })
  // A form whose code was fetched mounts after the dialog has set its focus.
  useEffect(() => {
    const dialog = element.current?.closest('[aria-modal="true"]')
    if (dialog && !element.current?.contains(document.activeElement))
      element.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [])
  // Remounted inputs have lost the focus: it returns to the field it was in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version is what the inputs start again with
  useEffect(() => {
    if (document.activeElement === document.body) element.current?.querySelector<HTMLElement>(`[data-path="${at.current}"]`)?.focus()
  }, [form.version])
  useEffect(() => {
    if (form.failures)
      (
        element.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
        element.current?.querySelector<HTMLElement>('[role="alert"]')
      )?.focus()
  }, [form.failures])
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!presses('save', event)) return
      const dialogs = document.querySelectorAll('[aria-modal="true"]')
      if (dialogs.length && !dialogs[dialogs.length - 1]!.contains(element.current)) return
      event.preventDefault()
      void save.current()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])

  return (
    <form
      ref={element}
      noValidate
      onFocus={({ target }) => {
        at.current = target.dataset.path ?? at.current
      }}
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      <Stack gap="md">
        {form.restored !== undefined && (
          <Alert color="amber" role="status">
            <Group justify="space-between" gap="xs">
              <Text>Bozza recuperata del {moment(form.restored)}</Text>
              <Button variant="default" onClick={() => void form.discard()}>
                Scarta bozza
              </Button>
            </Group>
          </Alert>
        )}
        <FormErrors form={brief ? { ...form, errors: {} } : form} />
        {children}
      </Stack>
      <div className={classes.bar}>
        <Button variant="default" onClick={onCancel}>
          Annulla
        </Button>
        {other}
        <Button type="submit" variant={quiet ? 'default' : 'filled'} loading={form.sending}>
          {submit}
        </Button>
      </div>
      {form.conflict && <ConflictDialog conflict={form.conflict} form={form} onChoice={(chosen) => void form.resolve(chosen)} />}
    </form>
  )
}

/** `gg/mm hh:mm`. */
function moment(at: number) {
  const instant = new Date(at).toISOString()
  return `${day(instant).slice(0, 5)} ${time(instant)}`
}
