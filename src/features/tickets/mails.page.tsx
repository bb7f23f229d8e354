import { createFileRoute } from '@tanstack/react-router'
import { defaultMails, mailUses } from '../../contract/tickets/default-mails.ts'
import { CrudList } from '../../crud/list/CrudList.tsx'
import { yesNo } from '../../crud/list/filters.tsx'
import { listSearch } from '../../crud/list/list-search.ts'
import { guard } from '../../lib/access.ts'
import { query } from '../../lib/query.ts'
import { IconClipboardText as icon } from '../../ui/icons.tsx'
import { part } from '../../ui/part.tsx'
import type { MailsSearch } from './mails-search.ts'

// As `listRoute` would, but that the contract comes with the page.
export const Route = createFileRoute('/_signed/tickets/template-messaggi')({
  validateSearch: (raw: object) => raw as MailsSearch,
  beforeLoad: guard('tickets.config'),
  loaderDeps: ({ search: { modulo: _, scheda: __, ...deps } }) => deps,
  loader: ({ context: { queryClient }, deps }) =>
    void queryClient.prefetchQuery(query(defaultMails.list, listSearch(defaultMails.list)(deps))),
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
