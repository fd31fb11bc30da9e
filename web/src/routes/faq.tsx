import { Link } from 'react-router-dom';
import { notice, questions } from '../../../content/faq.ts';
import { idOf } from '../../../contract/content/id-of.ts';
import { Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { InlineText } from '../components/text/inline-text.tsx';
import styles from './faq.module.css';

export default function FaqPage() {
  return (
    <Page
      title="FAQ"
      description="What Lorewright is, what it costs, which computers it runs on, and where your worlds are stored."
      width="wide"
    >
      <PageHeader title="Questions and answers" place="rose">
        What people want to know before they draw their first coast.
      </PageHeader>
      <Notice tone="info">{notice}</Notice>
      <dl className={styles.questions}>
        {questions.map(({ question, answer }) => (
          <div key={question} id={idOf(question)}>
            <dt>{question}</dt>
            <dd>
              <InlineText content={answer} />
            </dd>
          </div>
        ))}
      </dl>
      <p>
        The <Link to="/manual">manual</Link> has one page per task. Is your question missing?{' '}
        <Link to="/contact">Ask us.</Link>
      </p>
    </Page>
  );
}
