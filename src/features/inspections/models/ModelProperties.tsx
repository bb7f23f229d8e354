import { Checkbox, Group, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { TICKET_MODES } from '../../../contract/inspections/labels.ts'
import { PERIODICITIES } from '../../../contract/inspections/models.ts'
import { notificationGroups } from '../../../contract/notifications/groups.ts'
import { ticketCategories } from '../../../contract/tickets/categories.ts'
import { LookupSelect } from '../../../crud/form/LookupSelect.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'
import type { ModelForm } from './model-form.ts'
import { MODEL_COLORS, MODEL_ICONS } from './model-words.ts'
import { SettingsGroup } from './SettingsGroup.tsx'
import { optionsOf } from './select-options.ts'

const periodicities = optionsOf(PERIODICITIES)
const colors = optionsOf(MODEL_COLORS)
const icons = optionsOf(MODEL_ICONS)
const ticketModes = optionsOf(TICKET_MODES)

/** The model's own data (docs/spec/inspections.md#model). */
export function ModelProperties({ field }: { field: ModelForm['field'] }) {
  return (
    <Stack gap="md">
      <TextInput {...field('name')} />
      <TextInput {...field('code')} autoCapitalize="characters" />
      <Textarea {...field('description')} />
      <NumberField {...field('minutes')} label="Durata stimata (minuti)" decimals={0} />
      <Select {...field('periodicity')} data={periodicities} clearable />
      <Textarea {...field('intro')} description="Si legge prima di cominciare la verifica." />
      <SettingsGroup legend="Esito">
        <Switch {...field('scoring', 'checkbox')} label="Calcola il punteggio" />
        <Group grow gap="sm" align="flex-start">
          <NumberField {...field('thresholds.ok')} label="Conforme da" />
          <NumberField {...field('thresholds.warn')} label="Con osservazioni da" />
        </Group>
      </SettingsGroup>
      <SettingsGroup legend="Alla chiusura">
        <Checkbox {...field('require.inspector_signature', 'checkbox')} label="Firma dell'ispettore" />
        <Checkbox {...field('require.manager_signature', 'checkbox')} label="Firma del gestore" />
        <Checkbox {...field('require.gps', 'checkbox')} label="Posizione" />
        <Checkbox {...field('require.cover_photo', 'checkbox')} label="Foto di copertina" />
      </SettingsGroup>
      <SettingsGroup legend="Foto">
        <Checkbox {...field('photos.stamp', 'checkbox')} label="Data, ora e codice del punto vendita scritti sulla foto" />
        <Checkbox {...field('photos.position', 'checkbox')} label="Conserva la posizione registrata dalla fotocamera" />
      </SettingsGroup>
      <SettingsGroup legend="Ticket">
        <Select
          {...field('ticket_mode')}
          label="Dalle non conformità"
          description="Si aprono quando la verifica è completata. Cambiarlo non crea una nuova versione."
          data={ticketModes}
          allowDeselect={false}
        />
        <LookupSelect {...field('ticket_category_id')} source={ticketCategories.list} given={{ active: true }} />
        <LookupSelect {...field('notification_group_id')} source={notificationGroups.names} />
      </SettingsGroup>
      <Group grow gap="sm">
        <Select {...field('color')} data={colors} clearable />
        <Select {...field('icon')} data={icons} clearable />
      </Group>
    </Stack>
  )
}
