import JSZip from 'jszip'
import { expect, signIn, test } from './fixtures.ts'
import { addClient, pick, processed, transcriptFile, turns, uploadFile } from './steps.ts'

test.use({ expectedErrors: [/status of (409|422)/] })

const text = turns.map(([speaker, said]) => `${speaker}: ${said}`).join('\n')

test('a transcript can be pasted, or read from a document or spreadsheet; one that names another person needs a confirmation', async ({
  page,
  product,
}) => {
  test.slow()
  await signIn(page, product)
  const client = await addClient(page, product)
  await test.step('a pasted transcript becomes a note, and a rejected one stays in the field', async () => {
    await page.goto(`/upload-session/${client.id}`)
    const field = page.getByRole('textbox', { name: 'Paste a transcript' })
    await field.fill('...')
    await page.getByRole('button', { name: 'Upload & Process' }).click()
    await expect(page.getByRole('alert')).toContainText('Transcript is required')
    await expect(field).toHaveValue('...')
    await field.fill(text)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.getByRole('button', { name: 'Upload & Process' }).click()
    await expect(page).toHaveURL(/\/notes\//, processed)
  })
  await test.step('a Word document becomes a note', async () => {
    await page.goto(`/upload-session/${client.id}`)
    await uploadFile(page, { name: 'Session.docx', mimeType: '', buffer: await wordDocument() })
    await expect(page).toHaveURL(/\/notes\//, processed)
  })
  await test.step('a transcript that seems to belong to another person is used only after a confirmation, without choosing it again', async () => {
    await page.goto(`/upload-session/${client.id}`)
    await uploadFile(page, transcriptFile(turns.map(([who, said]) => [who === 'Client' ? 'Maria Lopez' : who, said])))
    const question = page.getByRole('dialog', { name: 'Check this transcript' })
    const name = `${client.firstName} ${client.lastName}`
    await expect(question).toContainText(`This transcript names “Maria Lopez”, not ${name}. Use it for ${name} anyway?`)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Remove file' })).toBeEnabled()
    await page.getByRole('button', { name: 'Upload & Process' }).click()
    await question.getByRole('button', { name: 'Use this transcript' }).click()
    await expect(page).toHaveURL(/\/notes\//, processed)
  })
  await test.step('the file dialog offers spreadsheets, and one becomes a note', async () => {
    await page.goto(`/upload-session/${client.id}`)
    const rows = turns.map(([speaker, said]) => `"${said.replaceAll('"', '""')}",${speaker}`)
    await pick(page, {
      name: 'session.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Text,Speaker', ...rows].join('\n')),
    })
    await expect(page.getByText('Transcript file,')).toBeVisible()
    await page.getByRole('button', { name: 'Upload & Process' }).click()
    await expect(page).toHaveURL(/\/notes\//, processed)
  })
})

async function wordDocument(): Promise<Buffer> {
  const xmlns = 'http://schemas.openxmlformats.org'
  const paragraphs = turns.map(
    ([speaker, said], at) =>
      `<w:p><w:r><w:t>${speaker}   0:${String(at * 5).padStart(2, '0')}</w:t><w:br/><w:t>${said.replaceAll('&', '&amp;')}</w:t></w:r></w:p>`,
  )
  const file = new JSZip()
    .file(
      '[Content_Types].xml',
      `<Types xmlns="${xmlns}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    )
    .file(
      '_rels/.rels',
      `<Relationships xmlns="${xmlns}/package/2006/relationships"><Relationship Id="r1" Type="${xmlns}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    )
    .file(
      'word/document.xml',
      `<w:document xmlns:w="${xmlns}/wordprocessingml/2006/main"><w:body>${paragraphs.join('')}</w:body></w:document>`,
    )
  return await file.generateAsync({ type: 'nodebuffer' })
}
