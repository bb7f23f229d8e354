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

/** The actions on the saved views of a list; the result shows in the list's address and layout. */
function useViewActions({ search, state: { view, show }, layout, onLayout }: ViewsMenuProps) {
  const [deleted, setDeleted] = useState<SavedView>()
  const update = useSend(savedViews.update)
  const create = useSend(savedViews.create)
  const remove = useSend(savedViews.remove)
  const current = { search: viewedSearch(search) as SavedView['search'], layout: layout as SavedView['layout'] }
  return {
    ...{ current, deleted, updating: update.isPending, restoring: create.isPending, removing: remove.isPending },
    choose(next: SavedView | undefined) {
      // The chosen view is shown as it was saved.
      if (next?.key === view?.key) onLayout(undefined)
      show(next)
    },
    refresh: (one: SavedView) => update.mutate({ id: one.id, rev: one.rev, ...current }, { onSuccess: () => onLayout(undefined) }),
    remove(one: SavedView) {
      // Leave the view first: an address with a deleted view is reported as missing.
      show(undefined)
      remove.mutate({ id: one.id }, { onSuccess: () => setDeleted(one) })
    },
    restore: ({ key, screen, name, roles, search, layout, standard }: SavedView) =>
      create.mutate(
        { key, screen, name, roles, search, layout, standard },
        {
          onSuccess: (again) => {
            setDeleted(undefined)
            show(again)
          },
        },
      ),
    async copyLink(key: string) {
      await navigator.clipboard.writeText(`${location.origin}${location.pathname}?vista=${key}`)
      notify.success('Link copiato.')
    },
    saved(saved: SavedView, isNew: boolean) {
      if (!isNew) return
      // The view it was made from keeps its own layout.
      if (view) onLayout(undefined)
      show(saved)
    },
  }
}

const ITEM = { variant: 'subtle', justify: 'space-between', fullWidth: true } as const

/** The saved views of a list, each with its current number of rows. Views are saved, updated, renamed, shared, linked and deleted here. */
export function ViewsMenu(props: ViewsMenuProps) {
  const { source, given, state, target } = props
  const { view, changed } = state
  const { button, opened, setOpened } = useFirstOpening()
  const me = useMe()
  const admin = useCan()('super')
  const [dialog, setDialog] = useState<'new' | 'edit'>()
  const actions = useViewActions(props)
  const { deleted } = actions
  const all = useQuery(query(savedViews.list, {}))
  useEffect(() => {
    if (all.data) rememberDefaultViews(me.id, all.data)
  }, [all.data, me.id])
  const views = (all.data ?? []).filter(({ screen }) => screen === source.name)
  const mine = view && (view.created_by === me.id || (admin && view.roles.length > 0))
  const choose = (next: SavedView | undefined) => {
    actions.choose(next)
    setOpened(false)
  }
  // The menu is closed first, to avoid a fight for the focus between menu and dialog.
  const ask = (what: 'new' | 'edit') => {
    setOpened(false)
    setDialog(what)
  }
  return (
    <>
      <Popover position="bottom-start" trapFocus returnFocus withinPortal opened={opened} onChange={setOpened}>
        <Popover.Target>{cloneElement(target, { ref: button, onClick: () => setOpened(!opened) })}</Popover.Target>
        <Popover.Dropdown className={classes.views}>
          <Stack gap={2} role="group" aria-label="Viste">
            <Button {...ITEM} aria-current={!view} onClick={() => choose(undefined)}>
              Elenco senza vista
            </Button>
            {views.map((one) => (
              <Button
                {...ITEM}
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
              <Button {...ITEM} loading={actions.restoring} onClick={() => actions.restore(deleted)}>
                Annulla l’eliminazione di {deleted.name}
              </Button>
            )}
            <Divider my={4} />
            {mine && changed && (
              <Button {...ITEM} loading={actions.updating} onClick={() => actions.refresh(view)}>
                Aggiorna vista
              </Button>
            )}
            <Button {...ITEM} onClick={() => ask('new')}>
              Salva vista
            </Button>
            {view && (
              <Button {...ITEM} onClick={() => void actions.copyLink(view.key)}>
                Copia link
              </Button>
            )}
            {mine && (
              <>
                <Button {...ITEM} onClick={() => ask('edit')}>
                  Rinomina e condividi
                </Button>
                <Button {...ITEM} color="red" loading={actions.removing} onClick={() => actions.remove(view)}>
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
          current={actions.current}
          onSaved={(saved) => actions.saved(saved, dialog === 'new')}
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
  return rows ? <span aria-description={page?.total === 1 ? '1 riga' : `${rows} righe`}>{rows}</span> : null
}
