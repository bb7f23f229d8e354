import { createFileRoute } from '@tanstack/react-router'
import { defaultMails, mailUses } from '../../contract/tickets/default-mails.ts'
import { CrudList } from '../../crud/list/CrudList.tsx'
import { listRoute } from '../../crud/list/crud-route.ts'
import { yesNo } from '../../crud/list/filters.tsx'
import { listLoader } from '../../crud/list/list-loader.ts'
import { IconClipboardText as icon } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'

export const Route = createFileRoute('/_signed/tickets/template-messaggi')({
  ...listRoute<typeof defaultMails.list>('tickets.config'),
  loader: listLoader(defaultMails.list),
  component: MailsPage,
})

const MailForm = part(() => import('./MailForm.tsx').then((m) => m.MailForm))
const words = { title: 'Template email', fresh: 'Nuovo template', thing: 'il template', none: 'Nessun template.', icon } as const

function MailsPage() {
  return (
    <CrudList
      resource={defaultMails}
      words={words}
      form={MailForm}
      filters={{ active: yesNo('Attivo') }}
      columns={{
        Nome: { show: (one) => one.name, sort: 'name' },
        Uso: { show: (one) => mailUses[one.event], sort: 'event', width: 13 },
        Oggetto: { show: (one) => one.subject, wide: true },
        Attivo: { show: (one) => (one.active ? 'Sì' : 'No'), width: 5 },
      }}
    />
  )
}
