import { SelectField } from '@aws-amplify/ui-react';

interface SelectStateProps<State extends string> {
  value: State;
  /** The states in their order, with their names on the page. */
  labels: Record<State, string>;
  onSelect: (state: State) => void;
}

/** Chooses which state a list shows. */
export function SelectState<State extends string>({ value, labels, onSelect }: SelectStateProps<State>) {
  return (
    <SelectField label="State" value={value} onChange={({ target }) => onSelect(target.value as State)}>
      {Object.entries<string>(labels).map(([state, label]) => (
        <option key={state} value={state}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
