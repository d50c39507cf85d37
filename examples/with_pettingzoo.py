"""PettingZoo: any game as an AEC environment, here played at random. Runs offline.

pip install 'lelma[pettingzoo]' && python examples/with_pettingzoo.py
"""

from lelma.adapters.pettingzoo import GameEnvironment

env = GameEnvironment("sequential_prisoners_dilemma")
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    if terminated or truncated:
        print(f"{agent} is paid {reward:g}")
        env.step(None)
    else:
        action = env.action_space(agent).sample(observation["action_mask"])
        print(f"{agent} may choose {' or '.join(info['legal'])} and chooses {env.moves[agent][action]}")
        env.step(action)
env.close()
