import { type DragEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { licenseFileName } from '../../../../contract/records/license-file-name.ts';
import { Button } from '../../components/button.tsx';
import { Facts } from '../../components/facts.tsx';
import { FileField } from '../../components/forms/file-field.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { Notice } from '../../components/notice.tsx';
import { formatDate } from '../../lib/format-date.ts';
import { examineLicense, loadLicenseKeys } from './examine-license.ts';
import styles from './license-check-form.module.css';
import type { GenuineLicense } from './verify-in-browser.ts';

/** The form of `/license-check`. It sends nothing. */
export default function LicenseCheckForm() {
  const [text, setText] = useState('');
  const [license, setLicense] = useState<GenuineLicense | null>(null);
  const { run, isBusy, failure, forgetFailure } = useAction();
  const outcome = useRef<HTMLDivElement>(null);

  // The check itself reports a failure.
  useEffect(() => void loadLicenseKeys().catch(() => undefined), []);
  useEffect(() => {
    if (license) outcome.current?.focus();
  }, [license]);

  function change(changed: string) {
    setText(changed);
    setLicense(null);
    forgetFailure();
  }

  async function check(content: string | File) {
    setLicense(null);
    setLicense(await examineLicense(content, setText));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void run(() => check(text));
  }

  function readFile(file: File | undefined) {
    if (file) void run(() => check(file));
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file) readFile(file);
    else if (!isBusy) change(event.dataTransfer.getData('text'));
  }

  return (
    <>
      <form
        className={styles.form}
        onSubmit={submit}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        <div className={styles.drop}>
          <FileField
            label={`Drop ${licenseFileName} here, or choose it`}
            onChange={({ target }) => {
              readFile(target.files?.[0]);
              // The same file can be chosen again.
              target.value = '';
            }}
          />
        </div>
        <label className={styles.text}>
          Or paste its text
          <textarea
            rows={6}
            value={text}
            spellCheck={false}
            // The outcome belongs to the text that is being checked.
            readOnly={isBusy}
            onChange={({ target }) => change(target.value)}
            required
          />
        </label>
        {failure !== null && <Notice tone="error">{failure}</Notice>}
        <div>
          <Button type="submit" isBusy={isBusy}>
            Check the license
          </Button>
        </div>
      </form>
      {license && (
        <div ref={outcome} tabIndex={-1} className={styles.outcome}>
          <Notice tone="success">
            <p>This license is genuine: we signed it, and nobody has changed it.</p>
            <LicenseFacts license={license} />
          </Notice>
        </div>
      )}
    </>
  );
}

const kinds: Record<string, string> = {
  purchase: 'bought',
  gift: 'a gift',
  complimentary: 'a gift from the team',
};

function LicenseFacts({ license: { email, name, iat, kind, jti, iss } }: { license: GenuineLicense }) {
  const since = new Date(iat * 1000).toISOString();
  return (
    <Facts>
      <dt>For</dt>
      <dd translate="no">{name ? `${name} (${email})` : email}</dd>
      <dt>Since</dt>
      <dd>
        <time dateTime={since}>{formatDate(since)}</time>
      </dd>
      <dt>Kind</dt>
      <dd>{kinds[kind] ?? 'claimed without a payment'}</dd>
      <dt>Number</dt>
      <dd translate="no">{jti}</dd>
      <dt>Issued by</dt>
      <dd>
        <span translate="no">{iss}</span>
        {!iss.endsWith('-prod') && (
          <span>, a test copy of this site: the released app does not accept it</span>
        )}
      </dd>
    </Facts>
  );
}
