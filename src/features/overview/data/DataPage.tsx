import { Select } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type DataTypeName, dataTypes, UNKNOWN_TYPE } from '../../../contract/overview/data-types.ts'
import { useCan } from '../../../lib/session.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Page } from '../../../ui/Page.tsx'
import { usePhone } from '../../../ui/use-phone.ts'
import { DataTable } from './DataTable.tsx'
import classes from './data.module.css'
import { TypeList } from './TypeList.tsx'

const isType = (name: string): name is DataTypeName => Object.hasOwn(dataTypes, name)

/** "Tabella dati": rows of one type after the other on one grid; the address keeps which. */
export function DataPage() {
  const { tipo } = useSearch({ strict: false }) as { tipo?: string }
  const can = useCan()
  const phone = usePhone()
  const navigate = useNavigate()
  const mine = (Object.keys(dataTypes) as DataTypeName[]).filter((name) => can(dataTypes[name].policy))
  const type = String(tipo ?? mine[0])
  return (
    <Page title={isType(type) ? `Tabella dati: ${dataTypes[type].title}` : 'Tabella dati'}>
      <div className={classes.page}>
        {phone ? (
          <Select
            label="Dati"
            data={mine.map((value) => ({ value, label: dataTypes[value].title }))}
            value={isType(type) ? type : null}
            allowDeselect={false}
            onChange={(next) => next && void navigate({ to: '/riepilogo/dati', search: { tipo: next } })}
          />
        ) : (
          <TypeList types={mine} current={type} />
        )}
        <div className={classes.table}>{isType(type) ? <DataTable key={type} name={type} /> : <EmptyState message={UNKNOWN_TYPE} />}</div>
      </div>
    </Page>
  )
}
