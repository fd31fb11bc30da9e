import { type KeyboardEvent, type MouseEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { type Mockup, mockups } from '../../../../content/mockups.ts';
import hidden from '../../components/visually-hidden.module.css';
import { leaveSite } from '../../lib/leave-site.ts';
import styles from './mockup-carousel.module.css';
import { MockupPicture, mockupUrl } from './mockup-picture.tsx';
import { useRotation } from './use-rotation.ts';

/** How long the track must rest before the screen in its middle is selected. */
const restMilliseconds = 120;

/** The same during a programmatic scroll, which may pause on a slow device. */
const steeredRestMilliseconds = 500;

/**
 * How long a click waits for the code that enlarges a screen, before it opens the picture itself.
 */
export const enlargeMilliseconds = 4000;

const stepOfKey: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * The widths in the styles: of a slide, and of an enlarged screen, which is wider than a phone's
 * window.
 */
const slideSizes = 'min(60rem, 88vw)';
const enlargedSizes = 'max(45rem, 100vw)';

/**
 * The screens of the app, based on https://www.w3.org/WAI/ARIA/apg/patterns/carousel/. The track is
 * a scroller that snaps: the browser handles swipes, and without JavaScript all screens can still
 * be reached, each a link to its picture.
 */
export function MockupCarousel() {
  const [index, setIndex] = useState(0);
  const [enlarged, setEnlarged] = useState<ReactElement | null>(null);
  const carousel = useRef<HTMLElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const restLength = useRef(restMilliseconds);
  /** The screen to enlarge, while the code for that loads. */
  const wanted = useRef<Mockup>(undefined);
  const { isRotating, isPaused, isSeen, togglePause } = useRotation({
    root: carousel,
    screens: track,
    index,
    isHeld: enlarged !== null,
    turn: () => show(index + 1),
  });

  function show(target: number) {
    const position = (target + mockups.length) % mockups.length;
    setIndex(position);
    const scroller = track.current;
    if (!scroller) return;
    clearTimeout(rest.current);
    restLength.current = steeredRestMilliseconds;
    scroller.scrollTo({ left: position * strideOf(scroller) });
    // The focus must not stay on a screen that has left the view.
    if (scroller.contains(document.activeElement))
      scroller.querySelectorAll('a')[position]?.focus({ preventScroll: true });
  }

  /** After a swipe, or a screen that the keyboard focus scrolled into view. */
  function followScroll() {
    clearTimeout(rest.current);
    rest.current = setTimeout(() => {
      restLength.current = restMilliseconds;
      if (track.current) setIndex(Math.round(track.current.scrollLeft / strideOf(track.current)));
    }, restLength.current);
  }

  function moveByKey(event: KeyboardEvent) {
    const step = stepOfKey[event.key];
    if (!step || enlarged || hasModifier(event)) return;
    event.preventDefault();
    show(index + step);
  }

  // Visitors who move to another screen or page no longer wait for the enlarged one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the index is not read; its change cancels the wait
  useEffect(
    () => () => {
      wanted.current = undefined;
    },
    [index],
  );

  function choose(event: MouseEvent, position: number, mockup: Mockup) {
    if (event.button > 0 || hasModifier(event)) return;
    event.preventDefault();
    if (position !== index) return show(position);
    const settle = (answer: () => void) => {
      if (wanted.current !== mockup) return;
      wanted.current = undefined;
      answer();
    };
    const showPicture = () => settle(() => leaveSite(mockupUrl(mockup.name, 1600, 'webp')));
    wanted.current = mockup;
    setTimeout(showPicture, enlargeMilliseconds);
    import('./enlarged-mockup.tsx').then(
      ({ EnlargedMockup }) =>
        settle(() =>
          setEnlarged(
            <EnlargedMockup caption={mockup.caption} onClose={() => setEnlarged(null)}>
              <MockupPicture {...mockup} sizes={enlargedSizes} />
            </EnlargedMockup>,
          ),
        ),
      showPicture,
    );
  }

  return (
    <section
      ref={carousel}
      className={styles.carousel}
      aria-roledescription="carousel"
      aria-label="Screens of the app"
      onKeyDown={moveByKey}
    >
      <div className={styles.controls}>
        <button
          type="button"
          className={styles.control}
          data-icon={isPaused ? 'play' : 'pause'}
          aria-label={`${isPaused ? 'Start' : 'Stop'} automatic slide show`}
          onClick={togglePause}
        />
        <button
          type="button"
          className={styles.control}
          data-icon="previous"
          aria-label="Previous screen"
          onClick={() => show(index - 1)}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: it is no fieldset */}
        <div role="group" aria-label="Choose a screen" className={styles.dots}>
          {mockups.map(({ name }, position) => (
            <button
              key={name}
              type="button"
              className={styles.dot}
              aria-label={`Screen ${position + 1}: ${name}`}
              aria-current={position === index}
              onClick={() => show(position)}
            />
          ))}
        </div>
        <button
          type="button"
          className={styles.control}
          data-icon="next"
          aria-label="Next screen"
          onClick={() => show(index + 1)}
        />
      </div>
      <div ref={track} className={styles.track} data-seen={isSeen} onScroll={followScroll}>
        {mockups.map((mockup, position) => (
          // biome-ignore lint/a11y/useSemanticElements: a slide is no fieldset
          <div
            key={mockup.name}
            role="group"
            aria-roledescription="slide"
            aria-label={`${position + 1} of ${mockups.length}`}
            className={styles.slide}
            data-current={position === index}
          >
            <a
              href={mockupUrl(mockup.name, 1600, 'webp')}
              className={styles.screen}
              aria-label={`Enlarge: ${mockup.alt}`}
              aria-haspopup="dialog"
              onClick={(event) => choose(event, position, mockup)}
            >
              <MockupPicture {...mockup} sizes={slideSizes} isLazy={position > 0} />
            </a>
            <p className={styles.caption}>{mockup.caption}</p>
          </div>
        ))}
      </div>
      {/* Announces the screen after a press of a button; silent during automatic
          rotation. */}
      <p className={hidden.visuallyHidden} aria-live={isRotating ? 'off' : 'polite'}>
        {`${index + 1} of ${mockups.length}: ${mockups[index]?.caption}`}
      </p>
      {enlarged}
    </section>
  );
}

/** The browser handles such a click or key: a new tab or window, a download, the previous page. */
function hasModifier({ altKey, ctrlKey, metaKey, shiftKey }: MouseEvent | KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey;
}

/** The distance between two screens, in pixels. */
function strideOf({ children: [first, second] }: HTMLElement): number {
  return (second as HTMLElement).offsetLeft - (first as HTMLElement).offsetLeft;
}
