import { Button, Divider, Popover, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { cloneElement, useEffect, useState } from 'react'
import type { Page } from '../../contract/kernel/endpoint.ts'
import { type SavedView, savedViews } from '../../contract/kernel/saved-views.ts'
import { count } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { query, useSend } from '../../lib/query.ts'
import { useCan, useMe } from '../../lib/session.ts'
import { type Opener, useFirstOpening } from '../../ui/use-first-opening.ts'
import { rememberDefaultViews } from './default-views.ts'
import type { Layout } from './list-layout.ts'
import type { ListEndpoint } from './list-search.ts'
import classes from './PagedTable.module.css'
import { pageOf } from './use-rows.ts'
import { type ViewState, viewedSearch } from './use-view.ts'
import { ViewDialog } from './ViewDialog.tsx'

export interface ViewsMenuProps {
  source: ListEndpoint
  search: object
  given: object | undefined
  state: ViewState
  layout: Layout
  onLayout: (next: Layout | undefined) => void
  target: Opener
}

/** The saved views of a list, each with its current number of rows. Views are saved, updated, renamed, shared, linked and deleted here. */
export function ViewsMenu({ source, search, given, state, layout, onLayout, target }: ViewsMenuProps) {
  const { button, opened, setOpened } = useFirstOpening()
  const me = useMe()
  const admin = useCan()('super')
  const [dialog, setDialog] = useState<'new' | 'edit'>()
  const [deleted, setDeleted] = useState<SavedView>()
  const all = useQuery(query(savedViews.list, {}))
  const update = useSend(savedViews.update)
  const create = useSend(savedViews.create)
  const remove = useSend(savedViews.remove)
  useEffect(() => {
    if (all.data) rememberDefaultViews(me.id, all.data)
  }, [all.data, me.id])
  const views = (all.data ?? []).filter(({ screen }) => screen === source.name)
  const { view, changed, show } = state
  const mine = view && (view.created_by === me.id || (admin && view.roles.length > 0))
  const looked = { search: viewedSearch(search) as SavedView['search'], layout: layout as SavedView['layout'] }
  const choose = (next: SavedView | undefined) => {
    // The chosen view is shown as it was saved.
    if (next?.key === view?.key) onLayout(undefined)
    show(next)
    setOpened(false)
  }
  const refresh = (one: SavedView) => update.mutate({ id: one.id, rev: one.rev, ...looked }, { onSuccess: () => onLayout(undefined) })
  const forget = (one: SavedView) => {
    // Leave the view first: an address with a deleted view is reported as missing.
    show(undefined)
    remove.mutate({ id: one.id }, { onSuccess: () => setDeleted(one) })
  }
  const back = ({ key, screen, name, roles, search, layout, standard }: SavedView) =>
    create.mutate(
      { key, screen, name, roles, search, layout, standard },
      {
        onSuccess: (again) => {
          setDeleted(undefined)
          show(again)
        },
      },
    )
  const link = async () => {
    await navigator.clipboard.writeText(`${location.origin}${location.pathname}?vista=${view!.key}`)
    notify.success('Link copiato.')
  }
  // The menu is closed first, to avoid a fight for the focus between menu and dialog.
  const ask = (what: 'new' | 'edit') => {
    setOpened(false)
    setDialog(what)
  }
  const item = { variant: 'subtle', justify: 'space-between', fullWidth: true } as const
  return (
    <>
      <Popover position="bottom-start" trapFocus returnFocus withinPortal opened={opened} onChange={setOpened}>
        <Popover.Target>{cloneElement(target, { ref: button, onClick: () => setOpened(!opened) })}</Popover.Target>
        <Popover.Dropdown className={classes.views}>
          <Stack gap={2} role="group" aria-label="Viste">
            <Button {...item} aria-current={!view} onClick={() => choose(undefined)}>
              Elenco senza vista
            </Button>
            {views.map((one) => (
              <Button
                {...item}
                key={one.key}
                aria-current={one.key === view?.key}
                onClick={() => choose(one)}
                rightSection={opened && <RowCount source={source} asked={{ ...one.search, ...given }} />}
              >
                {one.name}
                {one.standard && ' (predefinita)'}
              </Button>
            ))}
            {all.isError && <Text c="red">Errore nel caricamento delle viste.</Text>}
            {deleted && (
              <Button {...item} loading={create.isPending} onClick={() => back(deleted)}>
                Annulla l’eliminazione di {deleted.name}
              </Button>
            )}
            <Divider my={4} />
            {mine && changed && (
              <Button {...item} loading={update.isPending} onClick={() => refresh(view)}>
                Aggiorna vista
              </Button>
            )}
            <Button {...item} onClick={() => ask('new')}>
              Salva vista
            </Button>
            {view && (
              <Button {...item} onClick={() => void link()}>
                Copia link
              </Button>
            )}
            {mine && (
              <>
                <Button {...item} onClick={() => ask('edit')}>
                  Rinomina e condividi
                </Button>
                <Button {...item} color="red" loading={remove.isPending} onClick={() => forget(view)}>
                  Elimina vista
                </Button>
              </>
            )}
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {dialog && (
        <ViewDialog
          view={dialog === 'edit' ? view : undefined}
          screen={source.name}
          current={looked}
          onSaved={(saved) => {
            if (dialog === 'edit') return
            // The view it was made from keeps its own layout.
            if (view) onLayout(undefined)
            show(saved)
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}

/** Number of rows a view finds now. */
function RowCount({ source, asked }: { source: ListEndpoint; asked: object }) {
  const { data } = useQuery(query(source as any, { ...asked, ...(source.envelope !== 'list' && { per_page: 5 }) } as any))
  const page = pageOf(data as Page<unknown> | unknown[] | undefined)
  const rows = page && `${count(page.total)}${page.more ? '+' : ''}`
  return rows ? <span aria-description={`${rows} righe`}>{rows}</span> : null
}
