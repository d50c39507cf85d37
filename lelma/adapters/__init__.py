"""The verifier inside other people's agents, a module for each framework, named after the package it needs.

| module          | what it gives                                   | when a claim fails                              |
| --------------- | ----------------------------------------------- | ----------------------------------------------- |
| `pydantic_ai`   | `output_validator`                              | the model is asked again, with the feedback     |
| `openai_agents` | `output_guardrail`                              | the run halts; `run_checked` is the loop form   |
|                 | `tool_input_guardrail`, `tool_output_guardrail` | the model reads the feedback in place of output |
| `langgraph`     | `verification_node`                             | the graph goes back to the node that reasons    |
| `langchain`     | `VerifierMiddleware`                            | the model is asked again, with the feedback     |
| `inspect_ai`    | scorer `verified`, solver `verified_reasoning`  | scored; the solver asks again                   |
| `dspy`          | `reward`, `feedback_metric`                     | scored; `Checked` is the loop form              |
| `pettingzoo`    | `GameEnvironment`                               | (any game as an environment, no verifier)       |

Knows the verifier, games and how they are stepped; no adapter knows another. Begin with `shared`, which has what models
are told, or with the adapter nearest to yours.

Nothing is imported before its module is; each module needs the extra of its name (`pip install 'lelma[dspy]'`).
"""
