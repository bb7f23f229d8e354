// @vitest-environment jsdom
import '../../setup-dom.ts'
import 'fake-indexeddb/auto'
import { act, renderHook } from '@testing-library/react'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { readyModels } from '../../../server/db/seed/inspections/model-library.ts'
import { ModelDefinition } from '../../../src/contract/inspections/form.ts'
import { useEditor } from '../../../src/features/inspections/editor.ts'
import { trialEditor } from '../../../src/features/inspections/models/trial-editor.ts'
import { stepsOf } from '../../../src/features/inspections/steps.ts'

const vpv = v.parse(ModelDefinition, readyModels.find(({ definition }) => definition.code === 'VPV')!.definition)
const open = () => {
  const editor = trialEditor(vpv)
  const shown = () => editor.state.get().evaluation.sections.flatMap((s) => s.blocks.flatMap((b) => b.questions.map((q) => q.question.key)))
  return { editor, shown }
}

test('the made-up station shows every section and question of the ready model', () => {
  const all = vpv.categories.flatMap((section) => section.questions.map((question) => question.key))
  expect([...new Set(open().shown())]).toEqual(all)
})
test('its facts can be taken away: what depends on them hides, and comes back with its answer', () => {
  const { editor, shown } = open()
  editor.answer('q_vpv_divisa', { v: 'no' })
  expect(editor.state.get().evaluation.nonConformities.map((nc) => nc.question_key)).toEqual(['q_vpv_divisa'])
  editor.setFlags([])
  expect(shown()).not.toContain('q_vpv_divisa')
  expect(editor.state.get().evaluation.nonConformities).toEqual([])
  editor.setFlags(['serve'])
  expect(editor.state.get().local.answers.q_vpv_divisa?.v).toBe('no')
})
test('pictures are there while it lasts, and nothing reaches the device', async () => {
  const { editor } = open()
  const uuid = await editor.addPhoto('q_vpv_insegna', 'photos', { bytes: new Uint8Array([1, 2, 3]).buffer, mime: 'image/jpeg' })
  editor.answer('q_vpv_insegna', { v: 'no' })
  expect(editor.state.get().local.answers.q_vpv_insegna?.photos).toEqual([uuid])
  expect((await editor.picture(uuid))?.size).toBe(3)
  await editor.complete()
  editor.close()
  expect(editor.state.get().saving).toBe('trial')
  expect(await indexedDB.databases()).toEqual([])
})
test('a key draws the question it is typed into, and not the form around it', () => {
  const { editor } = open()
  const drawn = { steps: 0, typed: 0, other: 0 }
  renderHook(() => useEditor(editor, ({ evaluation }) => stepsOf(evaluation, true)) && drawn.steps++)
  renderHook(() => useEditor(editor, ({ local }) => local.answers.q_vpv_insegna?.note) && drawn.typed++)
  renderHook(() => useEditor(editor, ({ local }) => [local.answers.q_vpv_divisa]) && drawn.other++)
  for (const note of ['s', 'sp', 'spe']) act(() => editor.answer('q_vpv_insegna', { note }))
  expect(drawn).toEqual({ steps: 1, typed: 3, other: 1 })
  act(() => editor.setFlags([]))
  expect(drawn.steps).toBe(2)
})
